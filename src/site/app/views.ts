import type { ComponentType } from 'react'
import type { ViewId } from '#content/views.ts'

/** What every screen module gives: one component without props, under the name `Screen`. */
export interface ScreenModule {
  readonly Screen: ComponentType
}

/** One table of views. Each screen is a file of its own, fetched when it is first shown. */
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

/** The screen of a view; the module system keeps what was fetched, a failed fetch can be tried again. */
export async function loadScreen(view: ViewId): Promise<ComponentType> {
  const { Screen } = await loaders[view]()
  return Screen
}
