import assert from "node:assert/strict";
import { test } from "node:test";

test("the package loads where there is no document, and its module starts", async () => {
  assert.equal(typeof globalThis.document, "undefined");
  const zeroplane = await import("../../dist/npm/zeroplane.js");
  await zeroplane.ready();
  await zeroplane.ready();
});
