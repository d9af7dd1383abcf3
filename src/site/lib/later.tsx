import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { part } from './parts.ts'
import { whenIdle } from './rest.ts'

/** A piece of a screen that the page brings along as HTML; its code need not be there for the page to answer. */
export interface Later<Props> {
  readonly Part: ComponentType<Props>
  /** Fetches the code. To be awaited before a screen is shown of which there is no HTML. */
  readonly fetch: () => Promise<unknown>
}

/**
 * The code follows when the browser is idle. Until then, and as long as it cannot be had, the HTML stands and does
 * what it does without script.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let Loaded: ComponentType<Props> | undefined
  const fetch = part(async () => {
    Loaded = await load()
    return Loaded
  })
  const Awaited = lazy(async () => {
    if (!import.meta.env.SSR) await new Promise<void>(whenIdle)
    return { default: await persistently(fetch) }
  })
  const Part = (props: Props): ReactNode => (
    <Suspense>{Loaded ? <Loaded {...props} /> : <Awaited {...props} />}</Suspense>
  )
  return { Part, fetch }
}

/** Asks again whenever there is reason to hope: the line is back, or the visitor does something. */
async function persistently<Value>(ask: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await ask()
    } catch {
      await sign()
    }
  }
}

const sign = () =>
  new Promise<void>((given) => {
    const names = ['online', 'pointerdown', 'keydown']
    const take = () => {
      for (const name of names) removeEventListener(name, take)
      given()
    }
    for (const name of names) addEventListener(name, take)
  })
