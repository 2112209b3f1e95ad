// Room codes and invite links as the page reads them.
import { strict as assert } from "node:assert";
import { test } from "node:test";
import { looksLikeLink, readCode, readInvitation, readLink, wrongSoFar } from "../../../p2p/web/src/net/codes";

const ALPHABET = "34679BCDFGHJKMNPQRSTVWXYZ";
const problemOf = (read: object): unknown => ("problem" in read ? read.problem : undefined);

test("the published vectors are read as the protocol says", () => {
  assert.deepEqual(readCode("K7QX-M4TC"), { room: "K7QX", secret: "M4T" });
  assert.deepEqual(readCode("K7QX9-M4TR"), { room: "K7QX9", secret: "M4T" });
});

test("case, blanks and dashes do not matter", () => {
  for (const typed of ["k7qx-m4tc", " K7 QX m4 TC\n", "K-7-Q-X-M-4-T-C", "K7QX–M4TC", "K7QX\u2212M4TC"]) {
    assert.deepEqual(readCode(typed), { room: "K7QX", secret: "M4T" });
  }
});

test("dashes do not matter in a long code either, unless the only one says that the secret has a symbol too many", () => {
  for (const typed of ["K7QX9-M4TR", "K7QX9M4TR", "k7q-x9m-4tr", "K-7-Q-X-9-M-4-T-R", "-K7QX9 M4TR-"]) {
    assert.deepEqual(readCode(typed), { room: "K7QX9", secret: "M4T" });
  }
  for (const typed of ["K7QX-9M4TR", " k7qx 9m4tr ", "K7QX\u20139M4TR", "K7QX - 9M4TR"]) {
    assert.equal(problemOf(readCode(typed)), "code.secret-too-long", typed);
  }
});

test("8, 5 and 2 are read as the letters that they look like", () => {
  const check = [...ALPHABET].find((symbol) => !("problem" in readCode(`BSZ3BSZ${symbol}`)));
  assert.deepEqual(readCode(`8523852${check}`), { room: "BSZ3", secret: "BSZ" });
});

test("every single wrong symbol and every swap of neighbours is caught before anything is sent", () => {
  for (const code of ["K7QXM4TC", "K7QX9M4TR"]) {
    const places = [...code].map((_, place) => place);
    const wrong = places.flatMap((n) => [...ALPHABET].map((symbol) => code.slice(0, n) + symbol + code.slice(n + 1)));
    const swapped = places.slice(1).map((n) => code.slice(0, n - 1) + code.charAt(n) + code.charAt(n - 1) + code.slice(n + 1));
    for (const typed of [...wrong, ...swapped].filter((each) => each !== code)) {
      assert.equal(problemOf(readCode(typed)), "code.mistyped", typed);
    }
  }
});

test("what is no code is refused with a hint, and never with what was typed", () => {
  const told = (typed: string) => readCode(typed);
  assert.deepEqual(told("K7QX-M4T"), { problem: "code.length", args: { n: 7 } });
  assert.deepEqual(told("K7QX-M4TU"), { problem: "code.look-alike", args: { symbol: "U", maybe: "V" } });
  assert.deepEqual(told("K7OX-M4TC"), { problem: "code.either", args: { symbol: "O", maybe: "D", other: "Q" } });
  assert.deepEqual(told("K7QX_M4TC"), { problem: "code.letters", args: {} });
  assert.deepEqual(told("K7QX-M4TÇ"), { problem: "code.letters", args: {} });
  assert.deepEqual(told("x".repeat(100_000)), { problem: "code.too-long", args: {} });
});

test("a code that is still being typed is wrong only where it can no longer become right", () => {
  assert.equal(wrongSoFar(""), null);
  assert.equal(wrongSoFar("K7QX-M"), null);
  assert.equal(wrongSoFar("K7QX-M4TC"), null);
  assert.equal(wrongSoFar("K7QX-I")?.problem, "code.either");
  assert.equal(wrongSoFar("K7QX-M4TD")?.problem, "code.mistyped");
});

test("the invitation in a link is read whole or not at all", () => {
  const bytes = Uint8Array.from({ length: 16 }, (_, n) => n);
  assert.deepEqual(readInvitation("j=K7QX.AAECAwQFBgcICQoLDA0ODw"), { room: "K7QX", secret: bytes });
  for (const damaged of ["", "j=", "j=K7QX", "j=K7QX.AAECAwQFBgcICQoLDA0OD", "j=k7qx.AAECAwQFBgcICQoLDA0ODw",
    "j=K7QX.AAECAwQFBgcICQoLDA0ODx", "K7QX.AAECAwQFBgcICQoLDA0ODw", "j=K7QX.AAECAwQFBgcICQoLDA0ODw.x"]) {
    assert.equal(problemOf(readInvitation(damaged)), "link.damaged", damaged);
  }
});

test("a pasted link names its page", () => {
  const read = readLink(" https://cards.example/x/#j=K7QX.AAECAwQFBgcICQoLDA0ODw\n");
  assert.equal("page" in read && read.page, "https://cards.example/x/");
  assert.equal(problemOf(readLink("javascript:alert(1)#j=K7QX.AAECAwQFBgcICQoLDA0ODw")), "link.no-server");
  assert.equal(problemOf(readLink("#j=K7QX.AAECAwQFBgcICQoLDA0ODw")), "link.no-server");
  assert.equal(problemOf(readLink("https://cards.example/#j=K7QX.AAECAwQFBgcICQoLDA0ODw#")), "link.damaged");
  assert.ok(looksLikeLink("http://192.168.1.5:8420/#j=K7QX.A"));
  assert.ok(!looksLikeLink("K7QX-M4TC"));
});
