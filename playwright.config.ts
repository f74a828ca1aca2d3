import { defineConfig, devices } from "@playwright/test";

/** `cargo xtask test` names a free one. */
const port = Number(process.env.ZEROPLANE_PORT ?? 4179);

/**
 * The built site in a Chromium of the system, which `cargo xtask test` finds
 * and names. Its graphics are computed: one test at a time is all that two
 * cores can do, and all that a stable picture needs.
 */
export default defineConfig({
  testDir: "tests/page",
  outputDir: "test-results",
  snapshotPathTemplate: "{testDir}/{testFileName}-images/{arg}{ext}",
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: "list",
  timeout: 60_000,
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://127.0.0.1:${port}/`,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.ZEROPLANE_CHROMIUM,
      args: [
        "--no-sandbox",
        // WebGL by software, the same picture on every machine.
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        // A test talks to the local server and to nothing else.
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --host 127.0.0.1 --port ${port} --strictPort`,
    port,
    reuseExistingServer: false,
  },
});
