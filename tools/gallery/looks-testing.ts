import { expect, type Page } from '@playwright/test'

/** Something that a person sees, or can do, in a state. */
export type Look = (page: Page) => Promise<void>

type Role = Parameters<Page['getByRole']>[0]

/** An element with this role and name is visible. */
export const shows =
  (role: Role, name: string | RegExp): Look =>
  (page) =>
    expect(page.getByRole(role, { name }).first()).toBeVisible()

export const heading = (name: string | RegExp) => shows('heading', name)

/** These words stand somewhere. */
export const says =
  (words: string | RegExp): Look =>
  (page) =>
    expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()

/** These words are in an alert. */
export const warns =
  (words: string | RegExp): Look =>
  (page) =>
    expect(page.getByRole('alert').filter({ hasText: words }).first()).toBeVisible()

/** A button, or a link, that can be pressed. */
export const offers =
  (name: string | RegExp): Look =>
  (page) =>
    expect(
      page
        .getByRole('button', { name })
        .or(page.getByRole('link', { name }))
        .filter({ visible: true })
        .first(),
    ).toBeEnabled()

/** No button and no link of this name is to be seen. */
export const lacks =
  (name: string | RegExp): Look =>
  (page) =>
    expect(
      page.getByRole('button', { name }).or(page.getByRole('link', { name })).filter({ visible: true }),
    ).toHaveCount(0)

/** Nothing says these words. */
export const saysNo =
  (words: string | RegExp): Look =>
  (page) =>
    expect(page.getByText(words).filter({ visible: true })).toHaveCount(0)

/** Looks for each word of a closed set, by the states of `statesOfEach`. */
export const looksAtEach = <Word extends string>(
  words: readonly Word[],
  look: (word: Word) => readonly Look[],
) =>
  Object.fromEntries(words.map((word) => [`with-${word}`, look(word)])) as Record<
    `with-${Word}`,
    readonly Look[]
  >

/** This many elements with that role. */
export const counts =
  (role: Role, name: string | RegExp, count: number): Look =>
  (page) =>
    expect(page.getByRole(role, { name })).toHaveCount(count)

/** As many drawings are to be seen, each different from the others, and none has a name for ears. */
export const drawings =
  (count: number): Look =>
  async (page) => {
    const drawn = page.locator('#root svg').filter({ visible: true })
    await expect(drawn).toHaveCount(count)
    const all = await drawn.evaluateAll((svgs) => svgs.map((svg) => svg.innerHTML))
    expect(new Set(all).size).toBe(count)
    await expect(page.getByRole('img')).toHaveCount(0)
  }

/** A field of this label holds this. */
export const holds =
  (label: string | RegExp, value: string | RegExp): Look =>
  (page) =>
    expect(page.getByLabel(label).first()).toHaveValue(value)

/** The field with this label is marked as invalid. */
export const faults =
  (label: string | RegExp): Look =>
  (page) =>
    expect(page.getByLabel(label).first()).toHaveAttribute('aria-invalid', 'true')

/** A loading state is shown and announced. */
export const waits = (name: string | RegExp): Look => shows('status', name)

/**
 * Right-to-left text is isolated from its neighbours: alone in its block, in an isolating element, or between
 * isolating characters.
 */
export const isolates =
  (words: string): Look =>
  async (page) => {
    const mixed = await page.evaluate((wanted) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      let count = 0
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.nodeValue ?? ''
        const place = node.parentElement
        if (!place?.checkVisibility() || !text.includes(wanted) || place.closest('option')) continue
        count += 1
        let block: Element = place
        while (getComputedStyle(block).display === 'inline' && !isApart(block) && block.parentElement)
          block = block.parentElement
        const isAlone = block.textContent.trim() === text.trim() && text.trim() === wanted
        if (!isAlone && !text.includes(`\u2068${wanted}\u2069`)) found.push(block.textContent.trim())
      }
      return count === 0 ? ['nowhere'] : found

      function isApart(element: Element) {
        return ['isolate', 'plaintext', 'isolate-override'].includes(getComputedStyle(element).unicodeBidi)
      }
    }, words)
    expect(mixed).toEqual([])
  }
