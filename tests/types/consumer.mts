// What a program in TypeScript may write; checked against the built package, never run.
import { ready } from "zeroplane";

await ready();
