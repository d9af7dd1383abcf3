import { functional } from './checklist-functional.ts'
import { integration } from './checklist-integration.ts'
import { mobile } from './checklist-mobile.ts'
import { performance } from './checklist-performance.ts'
import { security } from './checklist-security.ts'
import { usability } from './checklist-usability.ts'
import { type ChecklistId, qaChecklists } from './qa-checklists.ts'
import type { Checklist } from './types.ts'

/** The checklists have their own file, because they would make up half of the file with the view's wording. */
export const checklists: Readonly<Record<ChecklistId, Checklist>> = {
  functional,
  integration,
  performance,
  security,
  usability,
  mobile,
}

export const checklistTabs = qaChecklists.tabs.map((tab) => ({
  id: tab.id,
  count: tab.count,
  list: checklists[tab.id],
  get label() {
    return tab.label
  },
}))

export function countItems(list: Checklist): number {
  return list.sections.reduce((sum, section) => sum + section.items.length, 0)
}
