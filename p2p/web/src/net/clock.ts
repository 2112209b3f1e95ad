// Time for deadlines.

let [passed, steady, wall] = [0, performance.now(), Date.now()];

/**
 * Seconds of a clock that never goes back, and goes on while the device sleeps: a browser's steady clock may stand
 * still then, and its wall clock may be set.
 */
export function seconds(): number {
  const [steadyNow, wallNow] = [performance.now(), Date.now()];
  passed += Math.max(steadyNow - steady, wallNow - wall, 0) / 1000;
  [steady, wall] = [steadyNow, wallNow];
  return passed;
}
