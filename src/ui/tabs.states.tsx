import type { DrawnStates } from './drawn-state.ts'
import { arabic, unbreakable } from './sample-words.ts'
import { Tabs } from './tabs.tsx'

const draw = (labels: readonly string[]) => () => (
  <Tabs
    label="Parts of the letter"
    tabs={labels.map((label, index) => ({ value: `${index}`, label }))}
    value="0"
    onChange={() => {}}
  >
    <p>What the chosen tab shows.</p>
  </Tabs>
)

export const states = {
  plain: { draw: draw(['Letter', 'As text', 'Invitation']) },
  'long-words': { draw: draw([unbreakable, 'As text']) },
  'right-to-left': { draw: draw([arabic, 'As text']) },
} satisfies DrawnStates
