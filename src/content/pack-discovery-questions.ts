import { serviceTopics, stockTopics } from './pack-discovery-field.ts'
import { financeTopics, salesTopics } from './pack-discovery-office.ts'
import type { Department, Topic } from './pack-discovery-types.ts'

export const departments: readonly Department[] = ['Finance', 'Sales', 'Stock', 'Service']

export const topicsOf: Readonly<Record<Department, readonly Topic[]>> = {
  Finance: financeTopics,
  Sales: salesTopics,
  Stock: stockTopics,
  Service: serviceTopics,
}
