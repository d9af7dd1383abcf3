import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import type { DrawnStates } from './drawn-state.ts'
import { arabic, unbreakable } from './sample-words.ts'

const open = (title: string, size: 'narrow' | 'wide', text: string) => ({
  draw: () => (
    <Dialog isOpen onClose={() => {}} title={title} description={text} size={size}>
      <p>{text}</p>
      <Button look="signal">Erase</Button>
    </Dialog>
  ),
})

export const states = {
  narrow: open('Erase this person?', 'narrow', 'Nobody can bring it back.'),
  wide: open('Keys', 'wide', 'They work outside of fields.'),
  'taller-than-the-screen': open('All of it', 'narrow', 'One line after the other. '.repeat(120)),
  'long-words': open(unbreakable, 'narrow', unbreakable),
  'right-to-left': open(arabic, 'narrow', arabic),
} satisfies DrawnStates
