import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bidiModule, { type Index } from 'selenium-webdriver/bidi/index.js'
import { ChildProgram } from '#rehearsals/program.ts'
import { type BrowserTab, findClickable, until } from './tab.ts'

/** A host name of the kind that internal networks use; Firefox resolves it to this machine. */
export const plainHttpHost = 'crm.lan'

/** At run time, this import is the class itself, although its type says otherwise. */
const Bidi = bidiModule as unknown as typeof Index

type BidiResult<Result> = { type: 'success'; result: Result } | { type: 'error'; error: string; message: string }
type EvaluationResult =
  | { type: 'success'; result: { type: string; value?: string; sharedId?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } }
interface LogEntry {
  level: string
  text: string | null
}

/** Controls Firefox through its built-in WebDriver BiDi support, because Debian does not package geckodriver. */
export async function openFirefox(file: string): Promise<BrowserTab> {
  const folder = await mkdtemp(join(tmpdir(), 'backline-firefox-'))
  await writeFile(join(folder, 'user.js'), `user_pref("network.dns.localDomains", "${plainHttpHost}");\n`)
  const args = ['--headless', '--width=1440', '--height=900', '--no-remote', '--profile', folder]
  const firefox = new ChildProgram(file, [...args, '--remote-debugging-port=0', 'about:blank'], {
    env: { ...process.env, HOME: folder },
    detached: true,
  })
  const close = async () => {
    await firefox.end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const address = await firefox.says(/WebDriver BiDi listening on (ws:\S+)/)
    const bidi = new Bidi(`${address}/session`)
    await bidi.waitForConnection()
    return { ...(await connect(bidi)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function connect(bidi: Index): Promise<Omit<BrowserTab, 'close'>> {
  const seen: string[] = []
  bidi.on('log.entryAdded', ({ level, text }: LogEntry) => {
    if (level === 'error') seen.push(text ?? 'an error without a message')
  })
  const send = async <Result>(method: string, params: object): Promise<Result> => {
    const answer = (await bidi.send({ method, params: { ...params } })) as BidiResult<Result>
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`)
    return answer.result
  }
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context
  const call = async (code: string, args: readonly unknown[]) => {
    const evaluated = await send<EvaluationResult>('script.callFunction', {
      functionDeclaration: `async (args) => { const answer = await (${code})(...JSON.parse(args)); return answer instanceof Element ? answer : JSON.stringify(answer) }`,
      arguments: [{ type: 'string', value: JSON.stringify(args) }],
      target: { context },
      awaitPromise: true,
    })
    if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text)
    return evaluated.result
  }
  const act = (type: string, actions: object[]) =>
    send('input.performActions', { context, actions: [{ type, id: type, actions }] })
  return {
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async run(work, ...args) {
      const { value } = await call(String(work), args)
      return value === undefined ? undefined : JSON.parse(value)
    },
    async press(path) {
      await until(`${path} can be pressed`, async () => {
        const { sharedId } = await call(String(findClickable), [path])
        if (!sharedId) return false
        await act('pointer', [
          { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: { sharedId } } },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ])
        return true
      })
    },
    async keys(text) {
      const strokes = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await act('key', strokes)
    },
    faults: async () => seen,
  }
}
