import './layers.css'
import '#ui/styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#desk/lib/query-client.ts'
import { ToastPlace } from '#ui/toast.tsx'
import { App } from './app.tsx'
import './font.css'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ToastPlace>
        <App />
      </ToastPlace>
    </QueryClientProvider>
  </StrictMode>,
)
