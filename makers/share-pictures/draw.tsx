import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ViewId } from '#content/views.ts'
import type { PackFacts } from '#makers/packs/types.ts'
import { CostBars } from './cost-bars.tsx'
import { FourMornings } from './four-mornings.tsx'
import { HourRuler } from './hour-ruler.tsx'
import { Phases } from './phases.tsx'
import { ReplyRuler } from './reply-ruler.tsx'
import { Shelf } from './shelf.tsx'
import { TickedList } from './ticked-list.tsx'
import { TimeScale } from './time-scale.tsx'
import { TwelveWeeks } from './twelve-weeks.tsx'

/** The chart that stands for each view. */
const charts: Readonly<Record<ViewId, ComponentType<{ facts: PackFacts }>>> = {
  home: HourRuler,
  services: TimeScale,
  partner360: TwelveWeeks,
  'success-kit': Shelf,
  'delivery-frameworks': Phases,
  'qa-checklists': TickedList,
  about: FourMornings,
  contact: ReplyRuler,
  'roi-calculator': CostBars,
}

/** What other sites show for a link to a view, as SVG; the build turns it into PNG, which all of them read. */
export function drawSharePicture(view: ViewId, facts: PackFacts): string {
  const Chart = charts[view]
  return renderToStaticMarkup(<Chart facts={facts} />)
}
