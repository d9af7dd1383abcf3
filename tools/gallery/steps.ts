import type { StateStep } from '#shared/lib/sample-states.ts'
import { hasNoPendingRequests } from './fake-server.ts'

const patienceMs = 4000

/** Performs the steps that lead to a state. If a step fails, throws an error that names the step. */
export async function performSteps(steps: readonly StateStep[]): Promise<void> {
  for (const step of steps) {
    const element = await waitForElement(step)
    await act(step, element)
  }
}

async function waitForElement(step: StateStep): Promise<HTMLElement> {
  const until = Date.now() + patienceMs
  for (;;) {
    const element = find(step)
    if (element) return element
    if (Date.now() > until) throw new Error(`step failed: ${step[0]} '${step[1]}'`)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

function find([act, name]: StateStep): HTMLElement | undefined {
  if (act === 'see') return document.body.innerText.includes(name) ? document.body : undefined
  if (act === 'fill') return fieldOf(name)
  const pressable = act === 'open' ? 'summary' : 'button, a[href], [role=tab], [role=menuitem], input[type=radio]'
  const all = [...document.querySelectorAll<HTMLElement>(pressable)].filter(isUsable)
  return all.find((element) => nameOf(element) === name) ?? all.find((one) => nameOf(one).startsWith(name))
}

const isUsable = (element: HTMLElement) =>
  element.checkVisibility() && !element.closest('[inert], [aria-hidden=true]') && !element.matches(':disabled')

const nameOf = (element: HTMLElement) => (element.ariaLabel ?? element.textContent).replace(/\s+/g, ' ').trim()

function fieldOf(name: string): HTMLElement | undefined {
  const label = [...document.querySelectorAll('label')].find(
    (one) => one.textContent.trim().startsWith(name) && one.checkVisibility(),
  )
  return label?.control ?? document.querySelector<HTMLElement>(`[aria-label='${name}']`) ?? undefined
}

async function act([kind, , text]: StateStep, element: HTMLElement): Promise<void> {
  // Waits for requests that the page sends right after this step.
  if (kind === 'see') return pageSettled()
  if (kind === 'fill') return fill(element, text ?? '')
  element.focus()
  element.click()
  // Waits until React has rendered, because the next step looks for an element.
  await new Promise((resolve) => setTimeout(resolve))
}

function fill(element: HTMLElement, text: string): void {
  element.focus()
  // React tracks an element's own property and would ignore a plain assignment.
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element) as object, 'value')
  own?.set?.call(element, text)
  element.dispatchEvent(new Event('input', { bubbles: true }))
  element.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Waits until there are no pending requests for three frames in a row. */
export async function pageSettled(): Promise<void> {
  await document.fonts.ready
  let calm = 0
  while (calm < 3) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const isDrawn = document.body.innerText.trim() !== '' || document.querySelector('#root :is(svg, input, span)')
    calm = isDrawn && hasNoPendingRequests() ? calm + 1 : 0
  }
}
