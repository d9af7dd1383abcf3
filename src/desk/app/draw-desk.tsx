import './layers.css'
import '#ui/styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { queryClient } from '#desk/lib/query-client.ts'
import { ToastPlace } from '#ui/toast.tsx'
import { App } from './app.tsx'
import './font.css'

/** The desk with all its providers. */
export const drawDesk = (): ReactNode => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ToastPlace>
        <App />
      </ToastPlace>
    </QueryClientProvider>
  </StrictMode>
)
