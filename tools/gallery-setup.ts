import type { TestProject } from 'vitest/node'
import { findChromium } from './find-program.ts'
import { serveGallery } from './gallery-build.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the built gallery, and the browser to open it in if it is not Playwright's own. */
    gallery: { url: string; program: string | undefined }
  }
}

/** Builds the gallery once for all test files that render states. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await serveGallery()
  project.provide('gallery', { url, program: findChromium() })
  return close
}
