import { chromium } from '@playwright/test'
import type { TestProject } from 'vitest/node'
import { findChromium } from './find-program.ts'
import { serveGallery } from './gallery-build.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the built gallery answers, and the browser that all tests of states share. */
    gallery: { url: string; browser: string }
  }
}

/** Builds the gallery once and starts one browser for all files that look at states. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium()
  const [gallery, browser] = await Promise.all([
    serveGallery(),
    chromium.launchServer({
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    }),
  ])
  project.provide('gallery', { url: gallery.url, browser: browser.wsEndpoint() })
  return async () => {
    await browser.close()
    await gallery.close()
  }
}
