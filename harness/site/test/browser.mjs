// The browser, the two ways to reach the site, and the pages on it.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const site = process.env.SITE;

const types = { html: "text/html", css: "text/css", js: "text/javascript", svg: "image/svg+xml", txt: "text/plain" };

/// Serves the site's files and nothing else.
async function serve() {
  const files = new Set(await readdir(site, { recursive: true }));
  const server = createServer(async (request, response) => {
    const path = posix.normalize(decodeURIComponent(new URL(request.url, "http://site").pathname)).slice(1) || "index.html";
    if (!files.has(path)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[path.split(".").pop()] ?? "application/octet-stream" });
    response.end(await readFile(join(site, path)));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

/// Starts a browser and a server; `close` ends both.
export async function start() {
  const profile = await mkdtemp(join(tmpdir(), "lawbook-site-"));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: [
      "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
      "--disable-background-networking", "--disable-component-update",
    ],
    env: { ...process.env, HOME: profile },
  });
  const server = await serve();
  return {
    browser,
    disk: pathToFileURL(join(site, "/")).href,
    server: `http://127.0.0.1:${server.address().port}/`,
    async close() {
      await browser.close();
      server.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/// The paths of all pages.
export async function pages() {
  const all = await readdir(site, { recursive: true });
  return all.filter((path) => path.endsWith(".html")).sort();
}

/// Collects whatever a page complains about.
export function listen(page) {
  const complaints = [];
  page.on("console", (message) => {
    // Tests that have nothing to do with the worker block it.
    if (message.text() === "Service Worker registration blocked by Playwright") return;
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => {
    // A request that ends because the page changes does not count as a failure.
    const { errorText } = request.failure();
    if (errorText !== "net::ERR_ABORTED") complaints.push(`cannot load ${request.url()}: ${errorText}`);
  });
  return complaints;
}
