import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { everyRule, findViolations, loadAxe } from '#tools/testing/axe.ts'

/** Rules whose results depend on colors. */
const colorRules = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
} satisfies RunOptions['runOnly']

/** Emails have no landmarks, because mail programs have their own landmarks. */
const letterRules: NonNullable<RunOptions['rules']> = {
  region: { enabled: false },
  'landmark-one-main': { enabled: false },
}

/** The desk and emails are complete documents; a form on the site is only part of a document. */
const isDocument = (room: string) => !room.startsWith('site/')

interface Appearance {
  name: string
  media: { colorScheme: 'light' | 'dark'; forcedColors: 'none' | 'active' }
  check: (page: Page, room: string) => Promise<string[]>
}

/** Appearances differ only in colors: all rules run in the first one, and only color rules run in the others. */
const appearances: readonly Appearance[] = [
  {
    name: 'light',
    media: { colorScheme: 'light', forcedColors: 'none' },
    check: (page, room) =>
      findViolations(page, isDocument(room), {
        runOnly: everyRule,
        ...(room === 'letters' && { rules: letterRules }),
      }),
  },
  {
    name: 'dark',
    media: { colorScheme: 'dark', forcedColors: 'none' },
    check: (page, room) => findViolations(page, isDocument(room), { runOnly: colorRules }),
  },
  {
    name: 'forced, light',
    media: { colorScheme: 'light', forcedColors: 'active' },
    check: findUnreadableText,
  },
  { name: 'forced, dark', media: { colorScheme: 'dark', forcedColors: 'active' }, check: findUnreadableText },
]

/** A list is dimmed while it reloads. A state that never finishes loading is checked after this time. */
const longestBusy = 5000

/** A search starts a moment after the last key press, so the list may load once more. */
const searchDelay = 400

/** Waits until the list has loaded, but no longer than `longestBusy`. */
async function waitForList(page: Page): Promise<void> {
  const busy = page.locator('table[aria-busy=true], [data-is-old=true]')
  const isSearched = (await page.locator('input[type=search]:not(:placeholder-shown)').count()) > 0
  for (const end = Date.now() + longestBusy; Date.now() < end; ) {
    if ((await busy.count()) > 0) await sleep(50)
    else {
      if (!isSearched) return
      await sleep(searchDelay)
      if ((await busy.count()) === 0) return
    }
  }
}

/** Waits until finite animations end, so that the final colors are checked. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
}

/**
 * Returns the axe violations and the overflowing elements of the current state, each with the appearance in which
 * it occurs.
 */
export async function checkAppearances(page: Page, room: string): Promise<string[]> {
  const faults: string[] = []
  await loadAxe(page)
  await waitForList(page)
  for (const { name, media, check } of appearances) {
    await page.emulateMedia(media)
    await waitForAnimations(page)
    const found = [...(await check(page, room)), ...(await findOverflow(page))]
    faults.push(...found.map((fault) => `${name}: ${fault}`))
  }
  // Restores the page's appearance, because the looks are checked next.
  await page.emulateMedia({ colorScheme: null, forcedColors: null })
  return faults
}

/** Returns the elements that overflow the viewport on the right, with their text. */
export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return wide
      .slice(0, 5)
      .map((one) => `wider than the viewport: ${one.tagName} ${one.className}: ${one.textContent.slice(0, 60)}`)
  })

/**
 * Returns text that may be invisible in forced colors: the text color is not a system color, or is the same as the
 * background. Axe cannot check this: it reads `-webkit-text-fill-color`, for which Chromium returns the style
 * sheet's color.
 */
function findUnreadableText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.forcedColorAdjust = 'none'
    const [canvas = '', ...others] = [
      ...['Canvas', 'CanvasText', 'LinkText', 'VisitedText', 'ButtonText', 'FieldText', 'GrayText'],
      ...['Highlight', 'HighlightText', 'MarkText'],
    ].map((name) => {
      probe.style.color = name
      return getComputedStyle(probe).color
    })
    probe.remove()
    const theme = new Set([canvas, ...others])

    const backgroundOf = (element: Element | null): string => {
      if (!element) return canvas
      const { backgroundColor } = getComputedStyle(element)
      // The browser replaces the color of a background but not its opacity.
      return /^rgba\(.*, 0\)$/.test(backgroundColor) ? backgroundOf(element.parentElement) : backgroundColor
    }
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())

    return [...document.querySelectorAll('body *:not(svg, svg *)')]
      .filter((element) => hasText(element) && element.checkVisibility())
      .map((element) => ({ element, color: getComputedStyle(element).color, under: backgroundOf(element) }))
      .filter(({ color, under }) => !theme.has(color) || color === under)
      .map(({ element, color, under }) => `${color} on ${under}: ${element.outerHTML.slice(0, 160)}`)
  })
}

/**
 * Returns blocks in which right-to-left text is not isolated from the text around it by an element or by isolating
 * characters.
 */
export const findUnisolatedText = (page: Page, words: string): Promise<string[]> =>
  page.evaluate((wanted) => {
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
    return count === 0 ? ['the text is not shown'] : found

    function isApart(element: Element) {
      return ['isolate', 'plaintext', 'isolate-override'].includes(getComputedStyle(element).unicodeBidi)
    }
  }, words)
