import './layers.css'
import { createRoot } from 'react-dom/client'
import { perform } from './perform.ts'
import type { Place } from './place.ts'
import { rooms } from './rooms.ts'
import { settled } from './settled.ts'

/** Renders one state, performs its steps, and sets `data-gallery` when it is complete. */
export async function showFrame({ room: name, state, theme }: Place): Promise<void> {
  const page = document.documentElement
  if (theme) page.style.colorScheme = theme
  try {
    const room = rooms[name ?? '']
    if (!room) throw new Error(`There is no room '${name}' in tools/gallery/rooms.ts`)
    const root = document.getElementById('root')
    if (!root) throw new Error('the page has no #root')
    const steps = await room.show(state ?? '', createRoot(root))
    await settled()
    await perform(steps)
    await settled()
    page.dataset.gallery = 'ready'
  } catch (error) {
    console.error(error)
    page.dataset.gallery = 'failed'
  }
}
