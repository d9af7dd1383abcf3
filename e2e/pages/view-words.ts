import { about } from '#content/about.ts'
import { exampleCaseStudy } from '#content/case.ts'
import { checklistTabs } from '#content/checklists.ts'
import { contact } from '#content/contact.ts'
import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import { home } from '#content/home.ts'
import { partner360 } from '#content/partner360.ts'
import { people } from '#content/people.ts'
import { qaChecklists } from '#content/qa-checklists.ts'
import { roiCalculator, roiWords } from '#content/roi-calculator.ts'
import { formulaLines } from '#content/roi-formula.ts'
import { resultSentences } from '#content/roi-lines.ts'
import { roiPaper } from '#content/roi-paper.ts'
import { services } from '#content/services.ts'
import { callLabels } from '#content/strategy-call.ts'
import { successKit } from '#content/success-kit.ts'
import type { Checklist } from '#content/types.ts'
import type { ViewId } from '#content/views.ts'
import { exampleCalculator } from '#site/screens/roi-calculator/state.ts'

const example = exampleCalculator.sound

const titles = (items: readonly { readonly title: string }[]) => items.map(({ title }) => title)

/** The content that each view must show: the name of every card, row and list item. */
export const wordsOf = (list?: Checklist) =>
  list ? [list.title, ...list.sections.flatMap(({ title, items }) => [title, ...items])] : []

export const contents: Record<ViewId, readonly string[]> = {
  home: [
    ...titles(home.painPoints.cards),
    ...titles(home.solution.cards),
    ...titles(home.resources.cards),
    ...home.partner360.stacks.map(({ name }) => name),
  ],
  services: [
    ...services.services.flatMap((card) => [card.title, card.result, ...card.features, ...card.deliverables]),
    ...exampleCaseStudy.steps.map(({ what }) => what),
  ],
  partner360: [
    ...partner360.stacks.items.flatMap(({ name, features, outcomes }) => [name, ...features, ...outcomes]),
    ...titles(partner360.benefits.items),
    ...partner360.plan.phases.flatMap(({ title, activities }) => [title, ...activities]),
  ],
  'success-kit': [
    ...successKit.resources.flatMap(({ title, downloadSize }) => [title, downloadSize]),
    ...successKit.testimonials.map(({ quote }) => quote),
  ],
  'delivery-frameworks': [
    ...deliveryFrameworks.phases.flatMap((phase) => [phase.phase, ...phase.activities, ...phase.deliverables]),
    ...deliveryFrameworks.gates.map(({ gate }) => gate),
    ...deliveryFrameworks.risks.map(({ risk }) => risk),
    ...titles(deliveryFrameworks.kpiGroups),
  ],
  // The first checklist; another test covers the page with all checklists.
  'qa-checklists': [qaChecklists.whole.link, ...wordsOf(checklistTabs[0]?.list)],
  about: [
    about.mission.statement,
    about.vision.statement,
    ...titles(about.values.items),
    ...people.team.flatMap(({ name, text }) => [name, text]),
  ],
  contact: [
    ...titles(contact.options.items),
    ...contact.regions.items.map(({ region }) => region),
    ...contact.faqs.items.flatMap(({ question, answer }) => [question, answer]),
  ],
  // The results of the example are shown, and fields that require JavaScript are absent.
  'roi-calculator': [
    roiCalculator.plain,
    resultSentences(example).join(' '),
    ...Object.values(roiWords).map(({ label }) => label),
    formulaLines(example)[0]?.terms ?? '',
    ...roiPaper.limits.items,
    callLabels.long,
  ],
}

/**
 * For each view, the number of buttons that open the dialog, by label. Each view also has a button in the header and a
 * button in the footer.
 */
export const dialogTriggers: Record<ViewId, Partial<Record<keyof typeof callLabels, number>>> = {
  home: { short: 1, long: 3 },
  services: { service: services.services.length, long: 2 },
  partner360: { long: 2 },
  'success-kit': { long: 1 },
  'delivery-frameworks': { long: 1 },
  'qa-checklists': { long: 1 },
  about: { long: 1 },
  contact: { long: 1 },
  'roi-calculator': { long: 2 },
}
