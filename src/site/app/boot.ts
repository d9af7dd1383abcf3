/**
 * The only script in the HTML itself. It starts the program after the first paint, or at the first touch,
 * and keeps clicks that came too early so that nothing a visitor did is lost. The build inlines it, with
 * the files to fetch in place of the marker.
 */
declare const __FILES__: readonly [entry: string, lastWords: string, ...ahead: string[]]

interface Boot {
  /** Called once by the program when it can answer clicks itself: gives back those that came before. */
  ready: () => HTMLElement[]
  isReady?: boolean
  /** Called once by the dialogs when they can answer by themselves. */
  readonly dialogsReady: () => void
  /** The button that opened a dialog last. */
  opener?: Element
  /** What went wrong before anybody listened. */
  readonly faults: Event[]
  /** Whoever listens. */
  hear?: (fault: Event) => void
}
declare global {
  interface Window {
    boot?: Boot
  }
}

/** Nobody waits longer for the answer to a click. */
const patienceMs = 8000

const early: HTMLElement[] = []
const [entry, lastWords, ...ahead] = __FILES__
const boot: Boot = {
  faults: [],
  ready() {
    boot.isReady = true
    document.removeEventListener('click', onClick, true)
    return early.splice(0)
  },
  dialogsReady: () => document.removeEventListener('submit', onSubmit, true),
}
let started = false

function start(): void {
  if (started) return
  started = true
  for (const href of ahead) {
    const link = document.createElement('link')
    link.rel = href.endsWith('css') ? 'stylesheet' : 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  run(entry)
}

function run(src: string): void {
  const script = document.createElement('script')
  script.type = 'module'
  script.src = src
  script.onerror = onFault as OnErrorEventHandler
  document.head.append(script)
}

function onClick(event: MouseEvent): void {
  const target = (event.target as Element).closest<HTMLElement>('a[href^="/"], a[href="#"], button')
  if (!target || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const dialog = document.getElementById(target.getAttribute('commandfor') ?? '')
  if (dialog instanceof HTMLDialogElement) {
    boot.opener = target
    // Browsers without invoker commands get the same from here until the program runs.
    if (!('command' in target)) dialog[dialog.open ? 'close' : 'showModal']()
  } else if (target.getAttribute('type') !== 'submit') {
    event.preventDefault()
    early.push(target)
    setTimeout(giveUp, patienceMs)
  }
  start()
}

/**
 * The program did not arrive, or something broke. Before the program runs, links and buttons do what they do without
 * it, and a file that needs nothing of the program comes to tell us.
 */
function onFault(fault: Event): void {
  boot.hear?.(fault)
  const count = boot.hear ? 0 : boot.faults.push(fault)
  if (count > 9) boot.faults.pop()
  if (boot.isReady) return
  giveUp()
  if (count === 1) run(lastWords)
}

function giveUp(): void {
  document.removeEventListener('click', onClick, true)
  early.splice(0).at(-1)?.click()
}

/** A form that the browser sends by itself names a time on a clock that only a script can tell. */
function onSubmit({ target }: Event): void {
  const form = target as HTMLFormElement
  if (!form.preferred_time || form.time_zone) return
  const zone = document.createElement('input')
  zone.type = 'hidden'
  zone.name = 'time_zone'
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone
  form.append(zone)
}

addEventListener('error', onFault)
addEventListener('unhandledrejection', onFault)
document.addEventListener('click', onClick, true)
document.addEventListener('submit', onSubmit, true)
document.addEventListener('pointerdown', start, { capture: true, once: true })
window.boot = boot
// After the paint itself, not after the frame that asks for it: what is fetched earlier competes with it.
new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
// A page opened in the background is not painted; it should still be ready when one turns to it.
setTimeout(start, 3000)

export {}
