import type { TestProject } from 'vitest/node'
import { findChromium } from './find-program.ts'
import { serveGallery } from './gallery-build.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the built gallery answers, and the browser to open it in, where it is not Playwright's own. */
    gallery: { url: string; program: string | undefined }
  }
}

/** Builds the gallery once for all files that look at states. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await serveGallery()
  project.provide('gallery', { url, program: findChromium() })
  return close
}
