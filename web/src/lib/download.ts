/** A game as a file of the reader's own: ours, or in the format of 18xx.games. What is refused is told in words. */

import { api, ApiError } from "./api";

export async function download(id: string, form: "" | "/18xx"): Promise<void> {
  const answer = await fetch(api.exportUrl(id, form)).catch(() => {
    throw ApiError.offline();
  });
  if (!answer.ok) throw ApiError.fromAnswer(answer.status, await answer.json().catch(() => null));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = fileName(answer.headers.get("content-disposition")) ?? `${id}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The name that the server gives the file. */
export function fileName(disposition: string | null): string | null {
  return /filename="([^"]+)"/.exec(disposition ?? "")?.[1] ?? null;
}
