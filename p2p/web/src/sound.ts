// Sounds, made on the spot: noise through a filter, or a few plain tones. Everything that is heard can also be seen.
import { prefs } from "./state/prefs";

interface Tone {
  wave: OscillatorType | "noise";
  /** Pitch in hertz at the start and at the end. */
  from: number;
  to: number;
  /** Seconds: how long, and when it begins. */
  lasts: number;
  at?: number;
  loud: number;
}

const noise = (from: number, to: number, lasts: number, loud: number, at = 0): Tone => ({ wave: "noise", from, to, lasts, loud, at });
const tone = (wave: OscillatorType, from: number, to: number, lasts: number, loud: number, at = 0): Tone => ({ wave, from, to, lasts, loud, at });

const SOUNDS: Record<string, Tone[]> = {
  card: [noise(2400, 900, 0.06, 0.5)],
  slide: [noise(900, 2600, 0.12, 0.25)],
  turn: [tone("sine", 660, 660, 0.09, 0.25), tone("sine", 880, 880, 0.16, 0.22, 0.1)],
  take: [noise(1800, 500, 0.16, 0.5), tone("triangle", 220, 160, 0.12, 0.2)],
  chop: [noise(3000, 200, 0.09, 0.9), tone("square", 140, 60, 0.14, 0.25)],
  dice: [noise(4000, 1500, 0.03, 0.6), noise(4000, 1500, 0.03, 0.5, 0.07), noise(3500, 1200, 0.04, 0.45, 0.16)],
  win: [
    tone("triangle", 523, 523, 0.14, 0.22), tone("triangle", 659, 659, 0.14, 0.22, 0.13), tone("triangle", 784, 784, 0.3, 0.24, 0.26),
  ],
  no: [tone("sine", 200, 150, 0.12, 0.3)],
  poke: [tone("sine", 330, 440, 0.08, 0.3), tone("sine", 330, 440, 0.08, 0.3, 0.12)],
};

const MASTER = 0.5;
let context: AudioContext | undefined;
let hiss: AudioBuffer | undefined;

/** Browsers allow sound only after the player has touched the page. */
function wake(): void {
  context ??= new AudioContext();
  void context.resume();
}
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wake, { once: true });

function hissOf(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

function source(audio: AudioContext, { wave, from, to, lasts }: Tone, start: number, out: AudioNode): AudioScheduledSourceNode {
  if (wave === "noise") {
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.Q.value = 0.8;
    filter.frequency.setValueAtTime(from, start);
    filter.frequency.exponentialRampToValueAtTime(to, start + lasts);
    const player = audio.createBufferSource();
    player.buffer = hiss ??= hissOf(audio);
    player.connect(filter).connect(out);
    return player;
  }
  const oscillator = audio.createOscillator();
  oscillator.type = wave;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + lasts);
  oscillator.connect(out);
  return oscillator;
}

/** Play a sound of the list, if the player wants sounds and the browser lets them. */
export function play(name: string): void {
  if (!prefs.value.sound || context?.state !== "running") return;
  for (const part of SOUNDS[name] ?? []) {
    const start = context.currentTime + (part.at ?? 0);
    const gain = context.createGain();
    // A short rise and a long fall: no clicks.
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(part.loud * MASTER, start + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + part.lasts);
    gain.connect(context.destination);
    const player = source(context, part, start, gain);
    player.start(start);
    player.stop(start + part.lasts + 0.02);
  }
}
