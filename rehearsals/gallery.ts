import { rm } from 'node:fs/promises'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin, preview } from 'vite'
import type { TestProject } from 'vitest/node'
import { scopedName } from '#tools/build/scoped-name.ts'
import { findChromium } from '#tools/prepare/find-program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the built gallery, and the browser to open it in if it is not Playwright's own. */
    gallery: { url: string; program: string | undefined }
  }
}

/** The gallery's single page, served for every path; `npm run dev` serves its own. */
const page: Plugin = {
  name: 'gallery-page',
  generateBundle(_, bundle) {
    const main = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
    if (!main) throw new Error('the gallery has no program')
    this.emitFile({ type: 'asset', fileName: 'index.html', source: html(main.fileName) })
  },
}

const html = (script: string) =>
  `<!doctype html><html lang="en"><head>${[
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Gallery</title>',
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="data:,">',
    `<script type="module" src="/gallery/${script}"></script>`,
  ].join('')}</head><body><div id="root"></div></body></html>`

/** One for each process: the unit step and a journey may both have a gallery at the same time. */
const outDir = `.cache/gallery/${process.pid}`

const config: InlineConfig = {
  configFile: false,
  logLevel: 'warn',
  base: '/gallery/',
  publicDir: false,
  plugins: [react(), page],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: 'tools/gallery/main.ts' },
  },
  // The files do not change until the next build, so the browser may keep its compiled code.
  preview: { port: 0, host: '127.0.0.1', headers: { 'cache-control': 'max-age=3600' } },
}

/** Builds and serves the gallery. Returns its address and the function that stops it. */
export async function serveGallery(): Promise<{ url: string; close: () => Promise<void> }> {
  await build(config)
  const server = await preview(config)
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('the gallery has no port')
  const close = async () => {
    await server.close()
    await rm(outDir, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${address.port}`, close }
}

/** Builds the gallery once for all test files that render states. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await serveGallery()
  project.provide('gallery', { url, program: findChromium() })
  return close
}
