import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { api, ApiError } from "../lib/api";
import { setUser } from "../lib/session.svelte";
import type { Listener } from "../lib/stream";
import type { GameInfo, GameTable, LogEntry, Update, User } from "../lib/types";
import { Table } from "./table.svelte";

const line = vi.hoisted(() => ({ listener: null as Listener | null, close: vi.fn() }));

vi.mock("../lib/stream", () => ({
  follow: (_game: string, listener: Listener) => {
    line.listener = listener;
    return { close: line.close };
  },
}));

const ANA: User = { id: "u1", name: "Ana", guest: true };
const GONE = new ApiError("not-found", "Not here.", 404);
const info = { id: "g1", seats: [] } as unknown as GameInfo;
const entry = (seq: number): LogEntry => ({ seq, who: "p1", by: "player", kind: "answer", parent: seq - 1, text: "", at: "", events: [], keys: [], undone: false });
const update = (seq: number): Update =>
  ({ seq, latest: seq, ask: null, offers: [], entries: [entry(seq)], events: [{ seq, key: "k", params: {}, text: `event ${seq}` }] }) as unknown as Update;
const TABLE = {
  info,
  title: { layout: { tiles: [], companies: [], hexes: [] }, forms: [] },
  update: update(3),
} as unknown as GameTable;

async function opened(): Promise<Table> {
  const table = new Table("g1");
  await table.open();
  expect(table.failure).toBeNull();
  return table;
}

beforeEach(() => {
  setUser(ANA);
  line.close.mockReset();
  vi.spyOn(api, "me").mockResolvedValue({ user: ANA });
  vi.spyOn(api, "game").mockResolvedValue(info);
  vi.spyOn(api, "table").mockResolvedValue(TABLE);
  vi.spyOn(api, "chat").mockResolvedValue({ lines: [] });
  vi.spyOn(api, "log").mockImplementation((_id, from) => Promise.resolve({ entries: from === undefined ? [entry(2), entry(3)] : [entry(4), entry(5), entry(6)] }));
});

afterEach(() => vi.restoreAllMocks());

test("a line that ends makes one ask; a game that is there goes on", async () => {
  const table = await opened();
  const renewed = { ...info, host: "Ben" };
  vi.mocked(api.game).mockResolvedValueOnce(renewed);
  line.listener?.gone?.();
  await vi.waitFor(() => expect(table.info).toBe(renewed));
  expect([table.gone, table.signedOut]).toEqual([false, false]);
  expect(line.close).not.toHaveBeenCalled();
});

test("a game that is gone is not followed any longer", async () => {
  const table = await opened();
  vi.mocked(api.game).mockRejectedValueOnce(GONE);
  line.listener?.gone?.();
  await vi.waitFor(() => expect(table.gone).toBe(true));
  expect(line.close).toHaveBeenCalledOnce();
  expect(table.signedOut).toBe(false);
});

test("a server that is silent says nothing about the game", async () => {
  const table = await opened();
  vi.mocked(api.me).mockRejectedValueOnce(ApiError.offline());
  const asked = vi.mocked(api.game).mockRejectedValueOnce(ApiError.offline());
  asked.mockClear();
  line.listener?.gone?.();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  await Promise.resolve();
  expect([table.gone, table.signedOut, table.failure]).toEqual([false, false, null]);
});

test("whoever was signed out elsewhere is told so, and still when the game is opened again", async () => {
  const table = await opened();
  vi.mocked(api.me).mockResolvedValue({ user: null });
  line.listener?.gone?.();
  await vi.waitFor(() => expect(table.signedOut).toBe(true));
  await table.open();
  expect(table.signedOut).toBe(true);
  setUser(ANA);
  expect(table.signedOut).toBe(false);
});

test("whoever is signed out while the game is being read is told so", async () => {
  vi.mocked(api.log).mockRejectedValueOnce(GONE);
  vi.mocked(api.me).mockResolvedValue({ user: null });
  const table = await opened();
  expect([table.gone, table.signedOut]).toEqual([true, true]);
});

test("who only watches without a name is not signed out", async () => {
  setUser(null);
  expect((await opened()).signedOut).toBe(false);
});

test("a game that cannot be opened any longer is gone; one that could not be read has failed", async () => {
  const table = await opened();
  vi.mocked(api.table).mockRejectedValueOnce(GONE);
  await table.open();
  expect([table.gone, table.failure]).toEqual([true, null]);
  vi.mocked(api.table).mockRejectedValueOnce(ApiError.offline());
  await table.open();
  expect(table.failure).not.toBeNull();
  await table.open();
  expect([table.gone, table.failure]).toEqual([false, null]);
});

test("a game opens with one request, its story and a line; updates feed the log", async () => {
  const table = await opened();
  expect(api.table).toHaveBeenCalledOnce();
  expect(api.log).toHaveBeenCalledExactlyOnceWith("g1");
  line.listener?.update?.(update(4));
  expect(table.log.map((one) => one.seq)).toEqual([2, 3, 4]);
  expect(table.log.at(-1)?.events).toEqual(["event 4"]);
  expect(api.game).not.toHaveBeenCalled();
  expect(api.log).toHaveBeenCalledOnce();
});

test("the board stands before the log is read, and what happens meanwhile is not lost", async () => {
  const table = new Table("g1");
  let tell = (_log: { entries: LogEntry[] }): void => {};
  vi.mocked(api.log).mockReturnValueOnce(new Promise((resolve) => (tell = resolve)));
  const open = table.open();
  await vi.waitFor(() => expect(table.drawn).toBe(true));
  expect([table.live?.seq, table.log.length, table.told]).toEqual([3, 0, false]);
  table.receive(update(6));
  tell({ entries: [entry(2), entry(3)] });
  await open;
  expect(table.log.map((one) => one.seq)).toEqual([2, 3, 4, 5, 6]);
});

test("what is told again is not taken as news: the latest events stay", async () => {
  const table = await opened();
  const { live } = table;
  line.listener?.update?.({ ...update(3), entries: [], events: [] });
  expect(table.live).toBe(live);
  line.listener?.update?.({ ...update(3), entries: [], events: [], outcome: true });
  expect(table.live?.outcome).toBe(true);
});

test("whoever missed too much reads on in the log", async () => {
  const table = await opened();
  line.listener?.update?.(update(6));
  await vi.waitFor(() => expect(table.log.map((one) => one.seq)).toEqual([2, 3, 4, 5, 6]));
  expect(api.log).toHaveBeenLastCalledWith("g1", 4, undefined);
});

test("earlier entries are read when they are wanted", async () => {
  const table = await opened();
  expect(table.hasEarlier).toBe(true);
  vi.mocked(api.log).mockResolvedValueOnce({ entries: [entry(1)] });
  await table.readEarlier();
  expect(api.log).toHaveBeenLastCalledWith("g1", undefined, 1);
  expect([table.log.map((one) => one.seq), table.hasEarlier]).toEqual([[1, 2, 3], false]);
});
