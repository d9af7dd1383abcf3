import type { ComponentType } from 'react'
import type { ViewId } from '#content/views.ts'
import type { Later } from '#site/lib/later.tsx'

/** The export of every screen module: one component without props. */
export interface ScreenModule {
  readonly Screen: ComponentType
  /** Parts that hydrate later; their chunks may load after the screen's if the page already has their HTML. */
  readonly laters?: readonly Pick<Later<never>, 'fetch'>[]
}

export interface Shown {
  readonly view: ViewId
  readonly Screen: ComponentType
}

/** The table of views. Each screen is a chunk of its own, loaded when it is first shown. */
const loaders: Record<ViewId, () => Promise<ScreenModule>> = {
  home: () => import('#site/screens/home/home.tsx'),
  services: () => import('#site/screens/services/services.tsx'),
  partner360: () => import('#site/screens/partner360/partner360.tsx'),
  'success-kit': () => import('#site/screens/success-kit/success-kit.tsx'),
  'delivery-frameworks': () => import('#site/screens/delivery-frameworks/delivery-frameworks.tsx'),
  'qa-checklists': () => import('#site/screens/qa-checklists/qa-checklists.tsx'),
  about: () => import('#site/screens/about/about.tsx'),
  contact: () => import('#site/screens/contact/contact.tsx'),
  'roi-calculator': () => import('#site/screens/roi-calculator/roi-calculator.tsx'),
}

/**
 * The screen of a view. The module system caches a loaded chunk; a failed import can be retried. `isStanding`: the
 * page already has its HTML.
 */
export async function loadScreen(view: ViewId, isStanding = false): Promise<ComponentType> {
  const { Screen, laters = [] } = await loaders[view]()
  if (!isStanding) await Promise.all(laters.map((piece) => piece.fetch()))
  return Screen
}
