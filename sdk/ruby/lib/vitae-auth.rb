# frozen_string_literal: true

require_relative 'vitae_auth/middleware'
