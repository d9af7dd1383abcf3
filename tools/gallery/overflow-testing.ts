import type { Page } from '@playwright/test'

/** Elements that overflow the viewport on the right, with their text. */
export const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return wide
      .slice(0, 5)
      .map(
        (one) => `wider than the viewport: ${one.tagName} ${one.className}: ${one.textContent.slice(0, 60)}`,
      )
  })
