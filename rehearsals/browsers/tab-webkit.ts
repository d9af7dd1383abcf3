import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'
import type { WebKitPrograms } from '#rehearsals/find-browsers.ts'
import { ChildProgram } from '#rehearsals/program.ts'
import { freePort } from '#tools/testing/free-port.ts'
import { type BrowserTab, findClickable, until } from './tab.ts'

/** Controls WebKitGTK's MiniBrowser through its WebDriver, on a virtual screen. */
export async function openWebKit({ screen, driver, browser }: WebKitPrograms): Promise<BrowserTab> {
  const folder = await mkdtemp(join(tmpdir(), 'backline-webkit-'))
  const xvfb = new ChildProgram(screen, ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'])
  const programs = [xvfb]
  const close = async () => {
    for (const program of programs.reverse()) await program.end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const display = await xvfb.says(/(\d+)\n/)
    const port = await freePort()
    const env = { ...process.env, DISPLAY: `:${display}`, HOME: folder }
    programs.push(new ChildProgram(driver, [`--port=${port}`], { env, detached: true }))
    const server = `http://127.0.0.1:${port}`
    await until('the driver responds', () => fetch(`${server}/status`).catch(() => null))
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      // Returns before the page has loaded, so that the test records loading errors.
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    })
    const session = await new Builder().usingServer(server).withCapabilities(capabilities).build()
    return { ...connect(session), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Runs in the page. Records errors from now on, because WebDriver cannot read the console. */
function recordErrors(): string[] {
  const page = window as { faultsSeen?: string[] }
  if (page.faultsSeen) return page.faultsSeen
  const seen: string[] = []
  page.faultsSeen = seen
  addEventListener('error', ({ message }) => seen.push(`uncaught: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => seen.push(`rejected: ${String(reason)}`))
  addEventListener('securitypolicyviolation', ({ blockedURI }) => seen.push(`refused: ${blockedURI}`))
  const say = console.error
  console.error = (...words) => {
    seen.push(words.join(' '))
    say(...words)
  }
  return seen
}

function connect(session: WebDriver): Omit<BrowserTab, 'close'> {
  let before: string[] = []
  // The first call on each page installs the recorder.
  const call = <Result>(code: unknown, args: readonly unknown[]) =>
    session.executeScript<Result>(`(${String(recordErrors)})(); return (${String(code)})(...arguments)`, ...args)
  return {
    async open(url) {
      before = [...before, ...(await call<string[]>(recordErrors, []))]
      await session.get(url)
      await until(`${url} has loaded`, () =>
        call<boolean>((wanted: string) => location.href === wanted && document.readyState === 'complete', [url]),
      )
    },
    run: (work, ...args) => call(work, args),
    async press(path) {
      await until(`${path} can be pressed`, async () => {
        const element = await call<WebElement | null>(findClickable, [path])
        await element?.click()
        return element !== null
      })
    },
    keys: (text) => session.actions().sendKeys(text).perform(),
    faults: async () => [...before, ...(await call<string[]>(recordErrors, []))],
  }
}
