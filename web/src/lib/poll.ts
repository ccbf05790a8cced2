/** Do something again and again while the page is looked at. */
export function whileLooking(every: number, look: () => void): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === "visible") look();
  }, every);
  return () => clearInterval(timer);
}
