// Original file: cv/resume/v1/resume.proto


export interface _cv_resume_v1_CvAddress_PublicAddressInput {
  'userSlug'?: (string);
  /**
   * Empty for the main CV.
   */
  'cvSlug'?: (string);
}

export interface _cv_resume_v1_CvAddress_PublicAddress {
  'userSlug': (string);
  /**
   * Empty for the main CV.
   */
  'cvSlug': (string);
}

export interface CvAddressInput {
  /**
   * The page of a user or of a CV.
   */
  'public'?: (_cv_resume_v1_CvAddress_PublicAddressInput | null);
  /**
   * The token of the private link. Callers check that the application of a token of proto/src/application-link.ts still
   * has access to the CV.
   */
  'token'?: (string);
  'address'?: "public"|"token";
}

export interface CvAddress {
  /**
   * The page of a user or of a CV.
   */
  'public'?: (_cv_resume_v1_CvAddress_PublicAddress | null);
  /**
   * The token of the private link. Callers check that the application of a token of proto/src/application-link.ts still
   * has access to the CV.
   */
  'token'?: (string);
}
