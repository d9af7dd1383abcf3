import type { ComponentType } from 'react'
import type { ViewId } from '#content/views.ts'
import type { Later } from '#site/lib/later.tsx'
import { part } from '#site/lib/parts.ts'

/** What every screen module gives: one component without props, under the name `Screen`. */
export interface ScreenModule {
  readonly Screen: ComponentType
  /** Pieces whose code may come after that of the screen where the page brought their HTML along. */
  readonly laters?: readonly Pick<Later<never>, 'fetch'>[]
}

/** One table of views. Each screen is a file of its own, fetched when it is first shown. */
const loaders: Record<ViewId, () => Promise<ScreenModule>> = {
  home: part(() => import('#site/screens/home/home.tsx')),
  services: part(() => import('#site/screens/services/services.tsx')),
  partner360: part(() => import('#site/screens/partner360/partner360.tsx')),
  'success-kit': part(() => import('#site/screens/success-kit/success-kit.tsx')),
  'delivery-frameworks': part(() => import('#site/screens/delivery-frameworks/delivery-frameworks.tsx')),
  'qa-checklists': part(() => import('#site/screens/qa-checklists/qa-checklists.tsx')),
  about: part(() => import('#site/screens/about/about.tsx')),
  contact: part(() => import('#site/screens/contact/contact.tsx')),
  'roi-calculator': part(() => import('#site/screens/roi-calculator/roi-calculator.tsx')),
}

/**
 * The screen of a view; the module system keeps what was fetched, a failed fetch can be tried again. `isStanding`: the
 * page has its HTML.
 */
export async function loadScreen(view: ViewId, isStanding = false): Promise<ComponentType> {
  const { Screen, laters = [] } = await loaders[view]()
  if (!isStanding) await Promise.all(laters.map((piece) => piece.fetch()))
  return Screen
}
