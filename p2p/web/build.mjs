// Builds the page: `node build.mjs [--dev] [--out DIR] [--source HASH]`.
//
// Everything that goes into the folder is made here: hashed scripts, styles, fonts and icons, index.html, what makes the
// page installable (manifest.webmanifest, sw.js), NOTICE.txt with the licences of what is inside, and sources.sha256, by
// which an installer sees whether the folder is up to date. The
// folder is exchanged in one step at the end: a failed build leaves the old one as it was. With --dev, fixtures can be
// shown (src/dev.tsx) and nothing is minified.
import { build, transform } from "esbuild";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import subsetFont from "subset-font";
import { png, svg } from "./icons.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { values: args } = parseArgs({
  options: { dev: { type: "boolean", default: false }, out: { type: "string" }, source: { type: "string", default: "" } },
});
const out = resolve(args.out ?? join(here, args.dev ? "out" : "../static"));

/** The most that a first visit may load, in bytes as they travel, and in how many files. */
const BUDGET = { js: 45_000, css: 10_000, fonts: 25_000, all: 110_000, requests: 8 };

/** The oldest browsers that the page is for. */
const TARGET = ["es2022", "chrome111", "firefox113", "safari16.4"];

const LATIN = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i)) + "ÄÖÜäöüßéèàçñ–—’‘“”„…·×−";
const FONTS = {
  "ranks.woff2": {
    from: "@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2",
    text: "A23456789JQK10" + "BCDFGHMNPRSTVWXYZ-", // the ranks, and what room codes have beside them
  },
  "titles.woff2": {
    from: "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2",
    text: LATIN,
    axes: { wght: 600 },
  },
};

/** Resolves `font:NAME` in CSS to the part of a font that the page needs. */
const fonts = {
  name: "fonts",
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: /^font:/ }, ({ path }) => ({ path: path.slice("font:".length), namespace: "font" }));
    pluginBuild.onLoad({ filter: /.*/, namespace: "font" }, async ({ path }) => {
      const font = FONTS[path];
      const whole = await readFile(join(here, "node_modules", font.from));
      const options = { targetFormat: "woff2", ...(font.axes && { variationAxes: font.axes }) };
      return { contents: await subsetFont(whole, font.text, options), loader: "file" };
    });
  },
};

/** Resolves `sheet:NAME` in a script to the text of a style sheet that comes with the script, not with the page. */
const sheets = {
  name: "sheets",
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: /^sheet:/ }, ({ path }) => ({ path: path.slice("sheet:".length), namespace: "sheet" }));
    pluginBuild.onLoad({ filter: /.*/, namespace: "sheet" }, async ({ path }) => {
      const file = join(here, "src/css", path);
      const { code } = await transform(await readFile(file, "utf8"), { loader: "css", minify: !args.dev, target: TARGET });
      return { contents: code, loader: "text", watchFiles: [file] };
    });
  },
};

/**
 * What is loaded later begins with the whole of the page that is there by then. So all that the first picture needs is
 * reached from the same places, and comes as one chunk instead of one for every mixture of who else uses it.
 */
const atOnce = {
  name: "at-once",
  setup(pluginBuild) {
    const page = JSON.stringify(join(here, "src/shell/App.tsx"));
    pluginBuild.onResolve({ filter: /\.?\// }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || pluginData === atOnce) return undefined;
      const found = await pluginBuild.resolve(path, { kind, importer, resolveDir, pluginData: atOnce });
      return /\.tsx?$/.test(found.path) ? { path: found.path, namespace: "later" } : found;
    });
    pluginBuild.onLoad({ filter: /.*/, namespace: "later" }, ({ path }) => ({
      contents: `import ${page}; export * from ${JSON.stringify(path)};`, resolveDir: here, loader: "ts",
    }));
  },
};

const gz = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** The names of the npm packages whose files are in the bundle. */
function packagesIn(metafile) {
  const names = Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  const ofFonts = Object.values(FONTS).map((font) => font.from.split("/").slice(0, 2).join("/"));
  return [...new Set([...names.filter(Boolean), ...ofFonts])].sort();
}

/** What is inside, by whom, and under which terms. */
async function notice(metafile) {
  const parts = ["This folder is built from Peerdeck's own sources (MIT) and from the following packages."];
  for (const name of packagesIn(metafile)) {
    const folder = join(here, "node_modules", name);
    const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying|ofl)/i.test(entry));
    if (!file) throw new Error(`${name} has no licence file: NOTICE.txt would not be complete`);
    parts.push(`${"=".repeat(78)}\n${name} ${version} (${license})\n\n${await readFile(join(folder, file), "utf8")}`);
  }
  return parts.join("\n\n");
}

/** The icons under names that change with them. */
async function icons() {
  const { PIPS } = await imported("src/art/pips.ts");
  const drawn = {
    "icon.svg": Buffer.from(svg(PIPS.S)),
    "icon-192.png": png(PIPS.S, 192, false),
    "icon-512.png": png(PIPS.S, 512, false),
    "icon-whole-512.png": png(PIPS.S, 512, true),
    "icon-touch.png": png(PIPS.S, 180, true),
  };
  return Object.entries(drawn).map(([name, bytes]) => [name.replace(".", `-${hash(bytes)}.`), bytes]);
}

/** A module of the page, for use here. */
async function imported(path) {
  const { code } = await transform(await readFile(join(here, path), "utf8"), { loader: "ts" });
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

const hash = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();

/** What a system is told that installs the page. */
function manifest(named) {
  const icon = (name, sizes, purpose) => ({ src: named(name), sizes, type: /svg/.test(name) ? "image/svg+xml" : "image/png", purpose });
  return JSON.stringify({
    id: "/", name: "Peerdeck", short_name: "Peerdeck", start_url: "/", scope: "/", display: "standalone",
    description: "Play cards with friends, from device to device.",
    background_color: COLOUR, theme_color: COLOUR, categories: ["games"],
    icons: [
      icon(/^icon-\w{8}\.svg$/, "any", "any"),
      icon(/^icon-192-/, "192x192", "any"),
      icon(/^icon-512-/, "512x512", "any"),
      icon(/^icon-whole-512-/, "512x512", "maskable"),
    ],
  });
}

/** The service worker, which knows the other files by name. */
async function worker(files) {
  const names = [...files.keys()].filter((name) => name !== "NOTICE.txt").sort();
  const version = hash(Buffer.concat(names.flatMap((name) => [Buffer.from(name), Buffer.from(files.get(name))])));
  const addresses = names.map((name) => (name === "index.html" ? "/" : `/${name}`));
  const define = { FILES: JSON.stringify(addresses), VERSION: JSON.stringify(version) };
  const { code } = await transform(await readFile(join(here, "src/worker/sw.ts"), "utf8"), { loader: "ts", define, minify: !args.dev, target: TARGET });
  return code;
}

const COLOUR = "#0e1513";

/** English texts that no first picture needs, by the beginnings of their names; some are needed all the same. */
const LATER = ["fail", "bye", "settings", "keys", "pace", "tap", "suits", "thing", "line", "social", "new", "game", "invite", "menu", "trouble", "learn", "film", "coach"];
const AT_ONCE = ["fail.unknown", "settings.title", "menu.title", "invite.title"];

/** `en.json` without those texts, and `texts:later` with them: one file for who translates, two for who loads. */
const texts = {
  name: "texts",
  setup({ onLoad, onResolve }) {
    const file = join(here, "src/i18n/en.json");
    const some = async (wanted) => {
      const all = Object.entries(JSON.parse(await readFile(file, "utf8")));
      const isLater = ([name]) => LATER.includes(name.split(".")[0]) && !AT_ONCE.includes(name);
      return { contents: JSON.stringify(Object.fromEntries(all.filter((text) => isLater(text) === wanted))), loader: "json", watchFiles: [file] };
    };
    onLoad({ filter: /i18n[/\\]en\.json$/ }, () => some(false));
    onResolve({ filter: /^texts:later$/ }, ({ path }) => ({ path, namespace: "texts" }));
    onLoad({ filter: /.*/, namespace: "texts" }, () => some(true));
  },
};

const page = ({ script, style, font, icon, touch, chunks }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="${COLOUR}">
<meta name="color-scheme" content="dark light">
<title>Peerdeck</title>
<link rel="icon" href="${icon}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${touch}">
<link rel="manifest" href="manifest.webmanifest">
<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin fetchpriority="low">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>
${chunks.map((chunk) => `<link rel="modulepreload" href="${chunk}">`).join("\n")}
</head>
<body>
<div id="app"></div>
<noscript>Peerdeck draws its table with JavaScript: please allow it for this page.</noscript>
</body>
</html>
`;

/** Sizes of what a first visit loads, and how many files it asks for; an Error when a budget is exceeded. */
function weigh(files, html, first) {
  const beside = ["index.html", "the icon"].length;
  const sizes = { js: 0, css: 0, fonts: 0, all: gz(html), requests: first.size + beside };
  for (const [name, bytes] of files) {
    if (!first.has(name)) continue;
    const kind = name.endsWith(".js") ? "js" : name.endsWith(".css") ? "css" : "fonts";
    const size = kind === "fonts" ? bytes.length : gz(bytes);
    sizes[kind] += size;
    sizes.all += size;
  }
  for (const [kind, limit] of Object.entries(BUDGET)) {
    if (sizes[kind] > limit) throw new Error(`The page is too heavy: ${kind} ${sizes[kind]}, at most ${limit}`);
  }
  return sizes;
}

/** The outputs that are loaded at once: the entry, what it imports, the styles and their fonts. */
function loadedFirst(metafile) {
  const first = new Set();
  const add = (path) => {
    if (first.has(basename(path))) return;
    first.add(basename(path));
    const { imports, cssBundle } = metafile.outputs[path];
    for (const used of imports) if (used.kind !== "dynamic-import" && metafile.outputs[used.path]) add(used.path);
    if (cssBundle) add(cssBundle);
  };
  add(Object.keys(metafile.outputs).find((path) => metafile.outputs[path].entryPoint));
  return first;
}

/** Put a finished folder where the old one is. */
async function exchange(finished, place) {
  const old = `${place}.old-${process.pid}`;
  if (existsSync(place)) await rename(place, old);
  await rename(finished, place);
  await rm(old, { recursive: true, force: true });
}

async function main() {
  const { metafile, outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: [args.dev ? "src/dev.tsx" : "src/main.tsx"],
    bundle: true,
    splitting: true,
    format: "esm",
    target: TARGET,
    minify: !args.dev,
    charset: "utf8",
    legalComments: "none",
    outdir: out,
    entryNames: "app-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    metafile: true,
    write: false,
    plugins: [fonts, sheets, texts, atOnce],
    logLevel: "warning",
  });
  const files = new Map(outputFiles.map((file) => [relative(out, file.path), file.contents]));
  for (const [name, bytes] of await icons()) files.set(name, bytes);
  const first = loadedFirst(metafile);
  const named = (pattern) => [...files.keys()].find((name) => pattern.test(name));
  const html = page({
    script: named(/^app-.*\.js$/), style: named(/^app-.*\.css$/), font: named(/^ranks-/),
    icon: named(/^icon-\w{8}\.svg$/), touch: named(/^icon-touch-/),
    chunks: [...first].filter((name) => name.startsWith("chunk-")),
  });
  const sizes = args.dev ? null : weigh(files, html, first);
  files.set("index.html", html);
  files.set("manifest.webmanifest", manifest(named));
  files.set("sw.js", await worker(files));
  files.set("NOTICE.txt", await notice(metafile));
  if (args.source) files.set("sources.sha256", `${args.source}\n`);

  const fresh = `${out}.new-${process.pid}`;
  try {
    await mkdir(fresh, { recursive: true });
    for (const [name, contents] of files) await writeFile(join(fresh, name), contents);
    await exchange(fresh, out);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  if (sizes) console.log(`The page, in bytes and requests: ${JSON.stringify(sizes)}`);
}

await main();
