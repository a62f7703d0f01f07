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
   * Of the page of a user or of one CV.
   */
  'public'?: (_cv_resume_v1_CvAddress_PublicAddressInput | null);
  /**
   * Of the private link.
   */
  'token'?: (string);
  'address'?: "public"|"token";
}

export interface CvAddress {
  /**
   * Of the page of a user or of one CV.
   */
  'public'?: (_cv_resume_v1_CvAddress_PublicAddress | null);
  /**
   * Of the private link.
   */
  'token'?: (string);
}
