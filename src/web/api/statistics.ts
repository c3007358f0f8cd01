import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Statistics } from '../../contract/statistics.ts';
import type { ListParameters } from './images.ts';
import { get } from './request.ts';

export const statisticsQuery = (parameters: ListParameters) =>
  queryOptions({
    queryKey: ['images', 'statistics', parameters],
    queryFn: ({ signal }) => get<Statistics>(`/api/v1/statistics?${new URLSearchParams(parameters)}`, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
