/**
 * The only inline script: loads the client bundle after the first paint or touch, and queues clicks until the bundle
 * runs, so that none is lost. The build inserts the list of files to load.
 */
declare const __FILES__: readonly [entry: string, lastWords: string, ...ahead: string[]]

interface BootState {
  /** Called once by the bundle after hydration; returns the targets of the queued clicks. */
  ready: () => HTMLElement[]
  isReady?: boolean
  /** Called once by the dialogs after their hydration. */
  readonly dialogsReady: () => void
  /** The button that last opened a dialog. */
  opener?: Element
  /** Nodes that browser extensions inserted into forms before the dialogs were hydrated. */
  readonly inserted: Set<Node>
  /** Errors that occurred before the listener was registered. */
  readonly faults: Event[]
  hear?: (fault: Event) => void
}
declare global {
  interface Window {
    boot?: BootState
  }
}

/**
 * If the bundle is not ready after this time, queued clicks fall back to their native behavior: links load their pages.
 */
const bootTimeoutMs = 8000

const queuedClicks: HTMLElement[] = []
const page = document.documentElement.dataset
const [entry, lastWords, ...ahead] = __FILES__
const boot: BootState = {
  inserted: new Set(),
  faults: [],
  ready() {
    boot.isReady = true
    delete page.unscripted
    document.removeEventListener('click', onClick, true)
    return queuedClicks.splice(0)
  },
  dialogsReady() {
    document.removeEventListener('submit', onSubmit)
    insertions.disconnect()
  },
}
let started = false

function loadBundle(): void {
  if (started) return
  started = true
  for (const href of ahead) {
    const link = document.createElement('link')
    link.rel = href.endsWith('css') ? 'stylesheet' : 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  loadScript(entry)
}

function loadScript(src: string): void {
  const script = document.createElement('script')
  script.type = 'module'
  script.src = src
  script.onerror = onUncaughtError as OnErrorEventHandler
  document.head.append(script)
}

function onClick(event: MouseEvent): void {
  const target = (event.target as Element).closest<HTMLElement>('a[href^="/"], a[href="#"], button')
  if (!target || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const dialog = document.getElementById(target.getAttribute('commandfor') ?? '')
  if (dialog instanceof HTMLDialogElement) {
    boot.opener = target
    // Opens and closes the dialog until the bundle runs, if the browser does not support invoker commands.
    if (!('command' in target)) dialog[dialog.open ? 'close' : 'showModal']()
  } else if (target.getAttribute('type') !== 'submit') {
    event.preventDefault()
    queuedClicks.push(target)
    setTimeout(fallBackToNative, bootTimeoutMs)
  }
  loadBundle()
}

/**
 * Handles an uncaught error or a bundle that failed to load. Before hydration, links and buttons fall back to their
 * native behavior, and a separate file that does not depend on the bundle reports the error.
 */
function onUncaughtError(fault: Event): void {
  boot.hear?.(fault)
  const count = boot.hear ? 0 : boot.faults.push(fault)
  if (count > 9) boot.faults.pop()
  if (boot.isReady) return
  fallBackToNative()
  if (count === 1) loadScript(lastWords)
}

function fallBackToNative(): void {
  // Hides controls that need the bundle.
  if (!boot.isReady) page.unscripted = ''
  document.removeEventListener('click', onClick, true)
  queuedClicks.splice(0).at(-1)?.click()
}

/**
 * Adds the time zone and an id to a natively submitted form. The id prevents a second row if the form is submitted
 * again.
 */
function onSubmit({ defaultPrevented, target }: Event): void {
  if (defaultPrevented) return
  const add = ({ formData }: FormDataEvent) => {
    formData.set('form_id', `${performance.timeOrigin}`)
    if (formData.has('preferred_time')) formData.set('time_zone', Intl.DateTimeFormat().resolvedOptions().timeZone)
  }
  ;(target as HTMLFormElement).addEventListener('formdata', add, { once: true })
}

const insertions = new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const one of addedNodes) boot.inserted.add(one)
})
for (const form of document.forms) insertions.observe(form, { childList: true, subtree: true })
addEventListener('error', onUncaughtError)
addEventListener('unhandledrejection', onUncaughtError)
document.addEventListener('click', onClick, true)
// Runs after React's listener, which prevents the default action for forms that our script sends.
document.addEventListener('submit', onSubmit)
document.addEventListener('pointerdown', loadBundle, { capture: true, once: true })
window.boot = boot
// Waits for the first paint, because earlier requests would compete with it.
new PerformanceObserver(loadBundle).observe({ type: 'paint', buffered: true })
// A page in a background tab is not painted, but must be ready when the visitor switches to the tab.
setTimeout(loadBundle, 3000)

export {}
