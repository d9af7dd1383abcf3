import type { Page } from '@playwright/test'
import { type AxeResults, type ElementContext, type RunOptions, source } from 'axe-core'
import { inject } from 'vitest'

declare global {
  interface Window {
    axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> }
  }
}

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>

interface Look {
  name: string
  media: Pick<Media, 'colorScheme' | 'forcedColors'>
  /**
   * The rules of axe, but none in forced colours: axe reads `-webkit-text-fill-color`, for which Chromium tells the page's
   * own colour there, not the one that is painted.
   */
  runOnly: NonNullable<RunOptions['runOnly']> | null
}

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Looks differ in nothing but colour, so one is judged by all rules and the others by those about colour. */
const colours = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
} satisfies RunOptions['runOnly']

/** The gate takes the first: names, order and most pairs of colours are the same in all. */
const looks: readonly Look[] = [
  {
    name: 'light',
    media: { colorScheme: 'light', forcedColors: 'none' },
    runOnly: { type: 'tag', values: everything },
  },
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' }, runOnly: colours },
  { name: 'forced light', media: { colorScheme: 'light', forcedColors: 'active' }, runOnly: null },
  { name: 'forced dark', media: { colorScheme: 'dark', forcedColors: 'active' }, runOnly: null },
]

/**
 * Selectors of all that was judged would cost more than most rules, and faults are told by their markup. Frames hold
 * letters, which are judged as states of their own.
 */
const quick: RunOptions = { resultTypes: ['violations'], selectors: false, preload: false, iframes: false }

/**
 * What is wrong with the state on the page: what axe finds, and what is wider than the screen, each with the look in
 * which it is so. With `--whole` in all looks.
 */
export async function sweep(page: Page, room: string): Promise<string[]> {
  const faults: string[] = []
  await page.evaluate(source)
  for (const { name, media, runOnly } of inject('whole') ? looks : looks.slice(0, 1)) {
    await page.emulateMedia(media)
    const judged = runOnly ? await violations(page, room, runOnly) : await unseen(page)
    const found = [...judged, ...(await tooWide(page))]
    faults.push(...found.map((fault) => `${name}: ${fault}`))
  }
  // Looks are for a page as it was opened.
  await page.emulateMedia({ colorScheme: null, forcedColors: null })
  return faults
}

/**
 * A state of a room of the desk is a whole page. A piece, a form of the site and a letter are not, so what they consist of
 * is judged and the document around them is not: axe then leaves out by itself what it asks of documents alone, such as
 * a title, one h1, landmarks and a way past what repeats.
 */
const isPage = (room: string) => /^desk(-parts)?\/(?!charts$)/.test(room)

/** Landmarks are for getting about in a page; a letter has none, and its reader's program is around it. */
const isLetter = (room: string) => room.startsWith('letters/')

const violations = (page: Page, room: string, runOnly: NonNullable<Look['runOnly']>): Promise<string[]> =>
  page.evaluate(
    async ([asked, options]) => {
      const judged = asked === 'page' ? document : { include: ['body > *'] }
      const result = await window.axe.run(judged, options)
      return result.violations.flatMap(({ id, nodes }) =>
        nodes
          .slice(0, 5)
          .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)}: ${failureSummary}`),
      )
    },
    [
      isPage(room) ? 'page' : 'piece',
      {
        runOnly,
        ...quick,
        ...(isLetter(room) && runOnly !== colours && { rules: { region: { enabled: false } } }),
      } satisfies RunOptions,
    ] as const,
  )

/** What stands out of the screen to the right, with its words. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return wide
      .slice(0, 5)
      .map((one) => `wider than the screen: ${one.tagName} ${one.className}: ${one.textContent.slice(0, 60)}`)
  })

/** Words that have the colour of what is behind them, or a colour that is none of the theme's. */
const unseen = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.forcedColorAdjust = 'none'
    const resolved = (name: string) => {
      probe.style.color = name
      return getComputedStyle(probe).color
    }
    const canvas = resolved('Canvas')
    const names = ['CanvasText', 'LinkText', 'VisitedText', 'ButtonText', 'FieldText', 'GrayText']
    const theme = new Set([...names, 'Canvas', 'Highlight', 'HighlightText', 'MarkText'].map(resolved))
    probe.remove()
    const isClear = (colour: string) => /^rgba\(.*, 0\)$/.test(colour)
    const groundOf = (element: Element | null): string => {
      if (!element) return canvas
      const { backgroundColor } = getComputedStyle(element)
      return isClear(backgroundColor) ? groundOf(element.parentElement) : backgroundColor
    }
    return [...document.querySelectorAll('body *')]
      .filter((one) => one.checkVisibility() && !(one instanceof SVGElement))
      .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
      .flatMap((one) => {
        const { color } = getComputedStyle(one)
        const ground = groundOf(one)
        if (theme.has(color) && color !== ground) return []
        return [`${color} on ${ground}: ${one.outerHTML.slice(0, 160)}`]
      })
  })
