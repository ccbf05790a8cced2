/** Whether what is on the screen is live. One indicator for the whole client. */

export type Connection = "quiet" | "connecting" | "live" | "offline";

let state = $state<Connection>("quiet");

export function connection(): Connection {
  return state;
}

export function setConnection(next: Connection): void {
  state = next;
}
