// For development builds: `?fixture=NAME` shows a view from a file, and what would be sent is told as an event `sent`.
import type { Frame, HostMessage, View } from "./net/proto";
import { received, route, wire } from "./state/store";

async function show(name: string): Promise<void> {
  const answer = await fetch(`fixtures/${name}.json`);
  const read: View | Frame[] = await answer.json();
  received({ t: "frames", seq: 0, list: Array.isArray(read) ? read : [{ view: read }] });
}

/** Let tests say what a host would say. */
addEventListener("host", (event) => received((event as CustomEvent<HostMessage>).detail));

const fixture = new URLSearchParams(location.search).get("fixture");
if (fixture) {
  route.value = "table";
  wire.value = (message) => dispatchEvent(new CustomEvent("sent", { detail: message }));
  void show(fixture);
}
