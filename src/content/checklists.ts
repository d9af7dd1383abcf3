import { functional } from './checklist-functional.ts'
import { integration } from './checklist-integration.ts'
import { mobile } from './checklist-mobile.ts'
import { performance } from './checklist-performance.ts'
import { security } from './checklist-security.ts'
import { usability } from './checklist-usability.ts'
import { type ChecklistId, qaChecklists } from './qa-checklists.ts'
import type { Checklist } from './types.ts'

/** The lists, in a file apart from their view, because they would be half of the view's size. */
export const checklists: Readonly<Record<ChecklistId, Checklist>> = {
  functional,
  integration,
  performance,
  security,
  usability,
  mobile,
}

/** All of them, in the order of their tabs. */
export const checklistTabs = qaChecklists.tabs.map((tab) => ({ ...tab, list: checklists[tab.id] }))

/** How many items a list holds. */
export function countItems(list: Checklist): number {
  return list.sections.reduce((sum, section) => sum + section.items.length, 0)
}
