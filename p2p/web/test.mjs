// Runs the page's unit tests, tests/p2p/web/*.test.ts, in Node: `node test.mjs`.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const tests = join(root, "tests/p2p/web");
const files = readdirSync(tests).filter((name) => name.endsWith(".test.ts"));
const built = mkdtempSync(join(tmpdir(), "peerdeck-tests-"));
try {
  await build({
    absWorkingDir: here,
    entryPoints: files.map((name) => join(tests, name)),
    bundle: true,
    platform: "node",
    format: "esm",
    outExtension: { ".js": ".mjs" },
    outdir: built,
    logLevel: "warning",
  });
  const made = files.map((name) => join(built, name.replace(/ts$/, "mjs")));
  process.exitCode = spawnSync(process.execPath, ["--test", ...made], { cwd: root, stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(built, { recursive: true, force: true });
}
