import type { PackId } from './packs.ts'
import type { ViewId } from './views.ts'

/** What to look at next, offered once beside a pack that was just downloaded. */
interface NextThing {
  readonly text: string
  readonly label: string
  readonly target: ViewId
}

export const nextThings: Readonly<Record<PackId, NextThing>> = {
  'proposal-templates': {
    text: 'While you read: what do your proposals cost you today?',
    label: 'Count it in the ROI calculator',
    target: 'roi-calculator',
  },
  'estimation-workbook': {
    text: 'While you read: the six phases that your hours go into.',
    label: 'See the delivery frameworks',
    target: 'delivery-frameworks',
  },
  'delivery-framework': {
    text: 'While you read: what to test before each gate.',
    label: 'See the QA checklists',
    target: 'qa-checklists',
  },
  'qa-checklist': {
    text: 'While you read: where in a project the tests belong.',
    label: 'See the delivery frameworks',
    target: 'delivery-frameworks',
  },
  'pricing-guide': {
    text: 'While you read: what do hours on proposals take from your margin?',
    label: 'Count it in the ROI calculator',
    target: 'roi-calculator',
  },
  'retention-playbook': {
    text: 'While you read: how a year with your clients can be one plan.',
    label: 'See the Partner 360 Program',
    target: 'partner360',
  },
  'discovery-workshops': {
    text: 'While you read: what comes after discovery, phase by phase.',
    label: 'See the delivery frameworks',
    target: 'delivery-frameworks',
  },
  'adoption-guide': {
    text: 'While you read: who can train your clients for you?',
    label: 'See our services',
    target: 'services',
  },
}

export const dismissNext = 'Not now'
