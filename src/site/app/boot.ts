/**
 * The only script in the HTML itself. It starts the program after the first paint, or at the first touch,
 * and keeps clicks that came too early so that nothing a visitor did is lost. The build inlines it, with
 * the scripts to fetch in place of the marker.
 */
declare const __SCRIPTS__: readonly [entry: string, ...ahead: string[]]

interface Boot {
  /** Called once by the program when it can answer clicks itself: gives back those that came before. */
  ready: () => HTMLElement[]
  /** The button that opened a dialog last. */
  opener?: Element
}
declare global {
  interface Window {
    boot?: Boot
  }
}

const early: HTMLElement[] = []
const [entry, ...ahead] = __SCRIPTS__
let started = false

function start(): void {
  if (started) return
  started = true
  for (const href of ahead) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  const script = document.createElement('script')
  script.type = 'module'
  script.src = entry
  script.onerror = giveUp
  document.head.append(script)
}

function onClick(event: MouseEvent): void {
  const target = (event.target as Element).closest<HTMLElement>('a[href^="/"], a[href="#"], button')
  if (!target || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const dialog = document.getElementById(target.getAttribute('commandfor') ?? '')
  if (dialog instanceof HTMLDialogElement) {
    if (window.boot) window.boot.opener = target
    // Browsers without invoker commands get the same from here until the program runs.
    if (!('command' in target)) dialog[dialog.open ? 'close' : 'showModal']()
  } else if (target.getAttribute('type') !== 'submit') {
    event.preventDefault()
    early.push(target)
  }
  start()
}

/** The program did not arrive: links and buttons do what they do without it. */
function giveUp(): void {
  document.removeEventListener('click', onClick, true)
  early.at(-1)?.click()
}

document.addEventListener('click', onClick, true)
document.addEventListener('pointerdown', start, { capture: true, once: true })
window.boot = {
  ready() {
    document.removeEventListener('click', onClick, true)
    return early
  },
}
// After the paint itself, not after the frame that asks for it: what is fetched earlier competes with it.
new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
// A page opened in the background is not painted; it should still be ready when one turns to it.
setTimeout(start, 3000)

export {}
