import { createRoot } from 'react-dom/client'
import { renderDesk } from './app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element.')

createRoot(root).render(renderDesk())
