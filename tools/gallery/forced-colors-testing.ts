import type { Page } from '@playwright/test'

/**
 * Text that may be invisible in forced colours: its colour is not a system colour, or is that of its background. Axe
 * cannot check this: it reads `-webkit-text-fill-color`, for which Chromium returns the author's colour.
 */
export const unreadable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
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
      // The browser replaces a background's colour and keeps its opacity.
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
