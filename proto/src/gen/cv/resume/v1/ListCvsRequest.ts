// Original file: cv/resume/v1/resume.proto

import type { FilterInput as _cv_resume_v1_FilterInput, Filter as _cv_resume_v1_Filter } from '../../../cv/resume/v1/Filter.ts';
import type { SortInput as _cv_resume_v1_SortInput, Sort as _cv_resume_v1_Sort } from '../../../cv/resume/v1/Sort.ts';
import type { PageRequestInput as _cv_resume_v1_PageRequestInput, PageRequest as _cv_resume_v1_PageRequest } from '../../../cv/resume/v1/PageRequest.ts';

export interface ListCvsRequestInput {
  'filters'?: (_cv_resume_v1_FilterInput)[];
  'sort'?: (_cv_resume_v1_SortInput)[];
  'page'?: (_cv_resume_v1_PageRequestInput | null);
}

export interface ListCvsRequest {
  'filters': (_cv_resume_v1_Filter)[];
  'sort': (_cv_resume_v1_Sort)[];
  'page': (_cv_resume_v1_PageRequest | null);
}
