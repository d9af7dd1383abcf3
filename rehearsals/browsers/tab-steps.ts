import { type BrowserTab, isVisible, until } from './tab.ts'

/** XPath expressions that find elements by text, role or label. The text on our pages contains no double quotes. */
const withText = (words: string) => `[normalize-space()="${words}"]`
export const button = (name: string) => `//button${withText(name)}`
export const link = (name: string) => `//a${withText(name)}`
export const heading = (name: string) => `//h1${withText(name)}`
export const fieldNamed = (name: string, within = '') => `${within}//*[@name="${name}"]`
export const fieldLabeled = (label: string) => `//input[@id=//label${withText(label)}/@for]`
export const text = (words: string) => `//*[text()[contains(normalize-space(), "${words}")]]`

export const waitUntilVisible = (tab: BrowserTab, path: string): Promise<boolean> =>
  until(`${path} is visible`, () => tab.run(isVisible, path))

export const waitUntilHidden = (tab: BrowserTab, path: string): Promise<boolean> =>
  until(`${path} is not visible`, async () => !(await tab.run(isVisible, path)))

/**
 * Starts watching for an element that may be visible only briefly. Returns a function that waits until the element has
 * been seen.
 */
export async function watchFor(tab: BrowserTab, path: string): Promise<() => Promise<unknown>> {
  await tab.run((wanted) => {
    const look = () => {
      const found = document.evaluate(wanted, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null)
      if (!(found.singleNodeValue as Element | null)?.checkVisibility({ visibilityProperty: true })) return
      sessionStorage.setItem('seen by the test', wanted)
      watching.disconnect()
    }
    const watching = new MutationObserver(look)
    watching.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  }, path)
  return () =>
    until(`${path} was visible`, () => tab.run((wanted) => sessionStorage.getItem('seen by the test') === wanted, path))
}

export const hasFocus = (tab: BrowserTab, path: string): Promise<boolean> =>
  until(`${path} has the focus`, () =>
    tab.run(
      (wanted) =>
        document.evaluate(wanted, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue ===
        document.activeElement,
      path,
    ),
  )

export async function type(tab: BrowserTab, path: string, words: string): Promise<void> {
  await tab.press(path)
  await tab.keys(words)
}

/** Sets the value of a select or time field by script, because native pickers differ between browsers. */
export async function choose(tab: BrowserTab, path: string, value: string): Promise<void> {
  await tab.run(
    (wanted, chosen) => {
      const { singleNodeValue } = document.evaluate(wanted, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null)
      const field = singleNodeValue as HTMLInputElement | HTMLSelectElement
      field.focus()
      field.value = chosen
      for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
    },
    path,
    value,
  )
}
