import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, isProgram, printsVersion, windowedNames } from '#tools/prepare/find-program.ts'

/** A system Chromium that can open windows. The headless shell lacks features such as autofill. */
export function findWindowedChromium(): string | undefined {
  return windowedNames.map(findProgram).find(printsVersion)
}

/** A Firefox that is installed on this system and can start. */
export function findFirefox(): string | undefined {
  return ['firefox-esr', 'firefox'].map(findProgram).find(printsVersion)
}

export interface WebKitPrograms {
  browser: string
  driver: string
  /** WebKitGTK has no headless mode, so it needs this virtual screen. */
  screen: string
}

/** WebKitGTK's MiniBrowser, which is not on the PATH, and the WebDriver for it. */
export function findWebKit(): WebKitPrograms | undefined {
  const driver = findProgram('WebKitWebDriver')
  const screen = findProgram('Xvfb')
  const browser = ['6.0', '4.1', '4.0']
    .flatMap((version) => libraries().map((folder) => join(folder, `webkit2gtk-${version}`, 'MiniBrowser')))
    .find(isProgram)
  return driver && screen && browser ? { browser, driver, screen } : undefined
}

/** Debian keeps libraries in a separate folder for each architecture. */
function libraries(): string[] {
  return (existsSync('/usr/lib') ? readdirSync('/usr/lib') : [])
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join('/usr/lib', name))
}
