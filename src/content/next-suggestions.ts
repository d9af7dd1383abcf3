import type { PackId } from './packs.ts'
import type { ViewId } from './views.ts'
import { words } from './words.ts'

/** A suggestion, shown once next to a pack that was just downloaded. */
interface NextSuggestion {
  readonly text: string
  readonly label: string
  readonly target: ViewId
}

export const nextSuggestions: Readonly<Record<PackId, NextSuggestion>> = words('nextSuggestions', {
  'proposal-templates': {
    text: 'Next, find out what your proposals cost you today.',
    label: 'Open the ROI calculator',
    target: 'roi-calculator',
  },
  'estimation-workbook': {
    text: 'Next, look at the six phases that your hours go into.',
    label: 'See the delivery frameworks',
    target: 'delivery-frameworks',
  },
  'delivery-framework': {
    text: 'Next, read what to test before each gate.',
    label: 'See the QA checklists',
    target: 'qa-checklists',
  },
  'qa-checklist': {
    text: 'Next, read where tests belong in a project.',
    label: 'See the delivery frameworks',
    target: 'delivery-frameworks',
  },
  'pricing-guide': {
    text: 'Next, find out how much of your margin goes into proposals.',
    label: 'Open the ROI calculator',
    target: 'roi-calculator',
  },
  'retention-playbook': {
    text: 'Next, read how to plan a whole year with your clients.',
    label: 'See the Partner 360 Program',
    target: 'partner360',
  },
  'discovery-workshops': {
    text: 'Next, read what comes after discovery, phase by phase.',
    label: 'See the delivery frameworks',
    target: 'delivery-frameworks',
  },
  'adoption-guide': {
    text: 'Next, find out who can train your clients for you.',
    label: 'See our services',
    target: 'services',
  },
})

export const nextWords = words('nextWords', { dismiss: 'Dismiss' })
