import { describe, expect, it } from "vitest";
import { en, es } from ".";
import { chapterOf, chaptersOf } from "./chapters";

describe("the tours", () => {
  it("have ten steps for each title, in both languages, with the same pictures", () => {
    expect(Object.keys(en).toSorted()).toEqual(["1824", "1862", "18cz", "18esp", "chicago-express"]);
    for (const [title, tour] of Object.entries(en)) {
      expect(tour.steps).toHaveLength(10);
      expect(es[title]?.steps.map(([scene]) => scene)).toEqual(tour.steps.map(([scene]) => scene));
      expect(es[title]?.round.map(([scene]) => scene)).toEqual(tour.round.map(([scene]) => scene));
    }
  });
});

describe("chapters", () => {
  it("are what stands before the first dot", () => {
    expect(["VIII.5.1", "CE-4.4", "7"].map(chapterOf)).toEqual(["VIII", "CE-4", "7"]);
    const rules = ["1.1", "1.2", "2"].map((paragraph) => ({ paragraph, heading: "", original: "", text: "" }));
    expect(chaptersOf(rules).map((chapter) => chapter.length)).toEqual([2, 1]);
  });
});
