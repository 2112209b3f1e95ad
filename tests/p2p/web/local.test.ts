// Whether a page is that of a program on the same machine: only then does it go where its address says.
import { strict as assert } from "node:assert";
import { test } from "node:test";
import { isOwnPage, takeTicket } from "../../../p2p/web/src/net/local";

const at = (hostname: string) => Object.assign(globalThis, { location: { hostname } });

test("a link with a ticket does not make a page of somebody's server this machine's own", () => {
  for (const hostname of ["cards.example", "127.0.0.1.cards.example", "localhost.cards.example", "192.168.1.5", ""]) {
    at(hostname);
    takeTicket("stolen");
    assert.equal(isOwnPage(), false, hostname);
  }
  at("127.0.0.1");
  assert.equal(isOwnPage(), true);
});
